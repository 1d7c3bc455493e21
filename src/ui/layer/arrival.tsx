/**
 * Tells the arrival guard that the content is new from now on, without mounting it again, so that the focus stays. With
 * another key after a file was written, it keeps a second tap from writing the same file again.
 */
export const Arrival = () => <span className="k-arrives" hidden />;

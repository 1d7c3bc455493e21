/**
 * Says to the arrival guard that what stands here is new from now on, without drawing it anew, so that the keyboard's
 * focus stays. Given another key after a file was written, it keeps a second tap from writing the same file again.
 */
export const Arrival = () => <span className="k-arrives" hidden />;

/**
 * The most characters of a typed or pasted number, with the spaces around it. More than any number needs: a shorter
 * limit would cut digits off, and the rest would be read as another number (X-TYPE-09).
 */
export const NUMBER_CHARS_MAX = 60;

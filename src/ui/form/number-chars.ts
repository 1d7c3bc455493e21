/**
 * How long a typed or pasted number may be, with the blanks around it. More than any number needs: a shorter limit cuts, and
 * what is left is read as another number (X-TYPE-09).
 */
export const NUMBER_CHARS_MAX = 60;

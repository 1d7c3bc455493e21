/** Pictures that were looked at: page and worker know it by this name. Evicted before anything else is (SYN-26). */
export const PICTURE_CACHE = 'kaunta-pictures';

/** A screenful of thumbnails weighs some hundred KB; the oldest give way. */
export const PICTURES_KEPT_MAX = 600;

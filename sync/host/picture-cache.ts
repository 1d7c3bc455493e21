/**
 * The cache of pictures that were shown; page and worker use this name. It is deleted before anything else if space
 * runs out (SYN-26).
 */
export const PICTURE_CACHE = 'kaunta-pictures';

/** A screen of thumbnails needs some hundred KB. Beyond this number the oldest pictures are deleted. */
export const PICTURES_KEPT_MAX = 600;

/** A picture that says who it is, and not more than that. */
export const maxPictureBytes = 20 * 1024

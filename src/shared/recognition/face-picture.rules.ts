/** A picture that says who it is, and not more than that. */
export const mostPictureBytes = 20 * 1024

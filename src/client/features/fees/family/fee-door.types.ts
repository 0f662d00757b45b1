/** How the page was opened: by the token of a link, or by the account of the signed-in person. */
export interface FeeDoor {
  token: string | undefined
}

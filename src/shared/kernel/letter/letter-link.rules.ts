/**
 * What stands in a stored message where its reader's own link belongs: the link opens the letter, so it is kept beside the message
 * and forgotten when the mail has left, as every other.
 */
export const letterLinkMark = '{{letter.link}}'

export const isLinked = ({ letter }: { letter: string }): boolean => letter.includes(letterLinkMark)

/** The message with its link, or with a sign that there was one. @param href an address of ours, which needs no escaping */
export const withLink = (letter: string, href: string | undefined): string =>
  letter.replaceAll(letterLinkMark, () => href ?? '…')

import { textsIn } from '#server/kernel/words.ts'
import ar from '../../../../public/locales/ar/mail.json' with { type: 'json' }
import en from '../../../../public/locales/en/mail.json' with { type: 'json' }

/**
 * A text of the mails. Besides the sheets that leave the house, mails are the one place where the server itself speaks to people:
 * nobody's screen is there to do it.
 */
export const mailText = textsIn({ en, ar })

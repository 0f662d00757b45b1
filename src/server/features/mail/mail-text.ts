import { textsIn } from '#server/kernel/words.ts'
import ar from '../../../../public/locales/ar/mail.json' with { type: 'json' }
import en from '../../../../public/locales/en/mail.json' with { type: 'json' }

/** Returns a text of emails. Besides exported files, emails are the only texts the server itself writes for people. */
export const mailText = textsIn({ en, ar })

import { ask } from '#client/platform/http.ts'
import { mailList } from '#shared/contract/mail.ts'

export const listMails = () => ask(mailList, {})

import { ask } from '#client/platform/http.ts'
import { mailList } from '#shared/mail/mail.contract.ts'

export const listMails = () => ask(mailList, {})

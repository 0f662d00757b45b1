import { login } from '#tests/support/checks/plain-login.ts'
import { mailList } from '#shared/mail/mail.contract.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

/** The mails of a served school that sends none, as they can be read at `/mails`. */
export async function openMailbox(served: Served, code: string) {
  const ask = schoolAsker(served, code)
  const { userName, password } = signInOf(demoSchool(code), 'it')
  const { token } = await ask(login, { userName, password })
  return {
    /** The latest mail of this kind to somebody: its code and where its links lead. */
    latest: async (to: string, template: string) => {
      const { mails } = await ask(mailList, {}, token)
      const mail = mails.find((each) => each.to === to && each.template === template)
      if (!mail) throw new Error(`no mail ${template}, but ${mails.map((each) => each.template).join(', ') || 'none'}`)
      return {
        ...mail,
        code: mail.blocks.find(({ kind }) => kind === 'code')?.text ?? '',
        links: mail.blocks.flatMap((block) => (block.kind === 'link' ? [block.href] : [])),
      }
    },
  }
}

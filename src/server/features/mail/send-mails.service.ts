import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { deliverDue, type SendingSchool } from './deliver.service.ts'

/** Sends what is queued, until it is stopped. */
export interface MailSending {
  /** Begins no further mail, and waits for the one on its way. */
  stop(): Promise<void>
}

/** How soon a queued mail leaves, at the latest. */
const everyMs = 2000

/** Looks after the mails of all schools, in one round after the other. A round that fails is told and followed by the next. */
export function sendMails(deps: Deps, schools: () => Promise<readonly SendingSchool[]>): MailSending {
  let stopping = false
  let wake = () => undefined as void
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const round = async () => {
    for (const school of await schools()) await deliverDue(deps, school, () => stopping)
  }
  const running = (async () => {
    while (!stopping) {
      await round().catch((error: unknown) => deps.log.error(describeFailure(error), 'mails can not be sent now'))
      if (!stopping) await pause()
    }
  })()
  return {
    stop: async () => {
      stopping = true
      wake()
      await running
    },
  }
}

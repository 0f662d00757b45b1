import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { deliverDue, type SendingSchool } from './deliver.service.ts'

/** Sends queued emails until stopped. */
export interface MailSending {
  /** Starts no further email, and waits for the current one. */
  stop(): Promise<void>
}

/** Longest delay of a queued email. */
const everyMs = 2000

/** Sends the emails of all schools, round after round. A failing round is logged and followed by the next. */
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

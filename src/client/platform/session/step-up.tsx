import { createRoot } from 'react-dom/client'
import { loadWords } from '#client/i18n/i18n.ts'
import { messageIdOf } from '../refused.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/** Time that the dialog takes to close by itself. */
const closingMs = 200

/** Asks the person to prove who they are. @returns false where they would rather not */
async function askForProof(): Promise<boolean> {
  await loadWords('identity.second-factor', 'errors')
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const isProved = await new Promise<boolean>((resolve) => root.render(<StepUpDialog onClose={resolve} />))
  setTimeout(() => {
    root.unmount()
    place.remove()
  }, closingMs)
  return isProved
}

/** The question that is open: calls that come meanwhile wait for the same answer. */
let asking: Promise<boolean> | undefined

async function askOnce(): Promise<boolean> {
  asking ??= askForProof()
  try {
    return await asking
  } finally {
    asking = undefined
  }
}

/** Repeats a call that needs a fresh proof of who sits at the screen, once it is given. @throws what the call threw where it is not */
export async function proveAndRepeat<T>(error: unknown, repeat: () => Promise<T>): Promise<T> {
  if (messageIdOf(error) !== 'auth.step-up-needed' || !(await askOnce())) throw error
  return repeat()
}

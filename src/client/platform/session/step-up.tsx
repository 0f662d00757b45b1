import { createRoot } from 'react-dom/client'
import { loadWords } from '#client/i18n/i18n.ts'
import { messageIdOf } from '../refused.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/** The question that is open: calls that come meanwhile wait for the same answer. */
let open: Promise<boolean> | undefined

/** Asks the person to prove who they are. @returns false where they would rather not */
async function askForProof(): Promise<boolean> {
  await loadWords('identity.second-factor', 'errors')
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const isProved = await new Promise<boolean>((resolve) => root.render(<StepUpDialog onClose={resolve} />))
  // After the dialog has closed by itself.
  setTimeout(() => {
    root.unmount()
    place.remove()
  }, 200)
  return isProved
}

/** Repeats a call that needs a fresh proof of who sits at the screen, once it is given. @throws what the call threw where it is not */
export async function proveAndRepeat<T>(error: unknown, repeat: () => Promise<T>): Promise<T> {
  if (messageIdOf(error) !== 'auth.step-up-needed') throw error
  open ??= askForProof().finally(() => {
    open = undefined
  })
  if (!(await open)) throw error
  return repeat()
}

// chunk: form-parts
import { store } from '../store.ts'
import { startForms, submittedAtom } from './forms.ts'

/** Takes a sent form off the list of what was sent here, for a device that others use as well. It stays with the school. */
export async function hideSubmitted(id: string): Promise<void> {
  const { forms } = await startForms()
  await forms.db.handedIn.update(id, { isHidden: true })
  forms.surroundings.channel.post({ type: 'forms' })
  store.set(submittedAtom, await forms.db.handedIn.toArray())
}

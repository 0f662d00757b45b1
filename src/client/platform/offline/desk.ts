import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { store } from '../store.ts'
import { identityAtom, startDevice } from './device.ts'
import { loadForm } from './form-source.ts'
import { keepForm, startForms } from './forms.ts'

const chosenKey = 'deskForms'

/** Whether this browser is a paired front desk. */
export async function isDesk(): Promise<boolean> {
  await startDevice()
  return store.get(identityAtom)?.till.kind === 'desk'
}

/** The forms that staff have chosen for this desk, as they are now or as the desk knew them last; empty before a choice. */
export async function deskForms(): Promise<PublishedForm[]> {
  const { device } = await startDevice()
  const slugs = (await device.store.getMeta<string[]>(chosenKey)) ?? []
  const forms: PublishedForm[] = []
  for (const slug of slugs) {
    // One that the school has taken back is offered no more.
    const form = await loadForm(slug).catch(() => undefined)
    if (!form) continue
    forms.push(form)
    await keepForm(form)
  }
  return forms
}

export async function chooseDeskForms(slugs: readonly string[]): Promise<void> {
  const { device } = await startDevice()
  await device.store.putMeta(chosenKey, [...slugs])
}

/** Between two families: what was typed and not handed in goes, with its files. */
export async function clearVisitor(): Promise<void> {
  const { forms } = await startForms()
  await forms.drafts.dropAll()
}

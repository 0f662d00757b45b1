import { loadWords } from '#client/i18n/i18n.ts'
import { loadForm } from '#client/platform/offline/form-source.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'

/** The loader of a form's page: the form and its words are there before it is drawn. */
export async function loadFormRoute(slug: string): Promise<PublishedForm> {
  const form = loadForm(slug)
  // Why there is no form is said in words, so the words come first.
  form.catch(() => undefined)
  await loadWords('forms', 'errors')
  return form
}

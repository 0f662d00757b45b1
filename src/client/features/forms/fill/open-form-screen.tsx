// chunk: form
import { useLoaderData } from '@tanstack/react-router'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { FormScreen } from './form-screen.tsx'

/** The form that the route's loader brought. Another form is another screen: nothing of one shows in the other. */
export function OpenFormScreen() {
  const published: PublishedForm = useLoaderData({ strict: false })
  return <FormScreen key={`${published.slug} ${published.version}`} published={published} />
}

import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { Field } from '#shared/forms/form-field.contract.ts'
import { FormProvider, type OpenForm } from '../form-context.ts'
import { FieldHint } from './field-hint.tsx'

async function shown(key: string): Promise<string> {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: {} })
  const words = { en: 'I agree', ar: 'أوافق' }
  const field = Field.parse({ type: 'consent', key, label: words, wording: words, wordingVersion: '2026-1' })
  const open = { answers: {}, draft: null, today: '2026-11-25', ages: null, birthDateKey: undefined }
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <FormProvider value={open as unknown as OpenForm}>
        <FieldHint field={field} path={key} />
      </FormProvider>
    </I18nextProvider>,
  )
}

it('opens the text that a statement names, below it, and nothing below others', async () => {
  expect(await shown('terms')).toMatch(/<button[^>]*aria-haspopup="dialog"[^>]*>legal\.terms</)
  expect(await shown('privacy')).toMatch(/<button[^>]*>legal\.privacy</)
  expect(await shown('truth')).toBe('')
})

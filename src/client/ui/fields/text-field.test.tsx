import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { DateField } from './text-field.tsx'

async function shown(lng: 'en' | 'ar', value: string, hint?: string): Promise<string> {
  const i18n = i18next.createInstance()
  await i18n.init({ lng, resources: {} })
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <DateField id="day" label="Day" value={value} hint={hint} onChange={() => {}} />
    </I18nextProvider>,
  )
}

it('says the chosen day in the words of the page, whatever the browser writes', async () => {
  expect(await shown('en', '2030-04-03')).toMatch(
    /aria-describedby="day-hint".*<p id="day-hint"[^>]*>[^<]*3 April 2030</,
  )
  expect(await shown('ar', '2030-04-03')).toMatch(/<p id="day-hint"[^>]*>[^<]*أبريل/)
})

it('says nothing of no day or of a year that is half typed, and keeps the hint of its own', async () => {
  for (const value of ['', '0002-04-03']) expect(await shown('en', value)).not.toContain('day-hint')
  expect(await shown('en', '', 'The last day')).toMatch(/<p id="day-hint"[^>]*>The last day</)
  expect(await shown('en', '2030-04-03', 'The last day')).toMatch(/3 April 2030<br\/>The last day</)
})

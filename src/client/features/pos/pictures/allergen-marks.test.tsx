import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { Allergen } from '#shared/pos/catalogue.contract.ts'
import { AllergenMarks } from './allergen-marks.tsx'
import sprite from './pictures.svg?raw'

it('marks each allergen by a drawing of its own, and only those that clash as such', async () => {
  const drawings = Allergen.options.map((allergen) => {
    const [, drawing = ''] = new RegExp(`id="allergen-${allergen}"[^>]*>([^]*?)</symbol>`).exec(sprite) ?? []
    return drawing.trim()
  })
  expect(drawings).not.toContain('')
  expect(new Set(drawings).size).toBe(Allergen.options.length)

  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: {} })
  const marks = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <AllergenMarks allergens={['milk', 'celery']} clash={['celery']} />
    </I18nextProvider>,
  )
  expect(marks.match(/#allergen-\w+/g)).toEqual(['#allergen-milk', '#allergen-celery'])
  expect(marks.match(/data-clash/g)).toHaveLength(1)
  expect(marks).toMatch(/data-allergen="celery" data-clash/)
})

import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { themeAtom } from '#client/platform/prefs.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { useColumns } from '../hooks/use-columns.ts'
import { studentColumns, usualColumns } from '../student-columns.ts'
import css from './list-tools.module.css'

const densities = ['comfortable', 'compact'] as const

interface DisplayProps {
  shown: ReturnType<typeof useColumns>
  /** The person's own columns take the place of those that the address asks for. */
  onChosen: () => void
}

/** How high the lines of the table are, and what stands in them; each choice holds at once and is kept on this device. */
export function DisplayButton({ shown: { columns, choose }, onChosen }: DisplayProps) {
  const { t } = useTranslation('admissions.student-list')
  const [isOpen, setIsOpen] = useState(false)
  const [{ density }, setTheme] = useAtom(themeAtom)
  const put = (chosen: typeof columns) => {
    choose(chosen)
    onChosen()
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('display.open')}</Button>
      {isOpen && (
        <Sheet title={t('display.title')} size="narrow" onClose={() => setIsOpen(false)}>
          <div className={css.display}>
            <fieldset>
              <legend>{t('display.density')}</legend>
              {densities.map((each) => (
                <label key={each}>
                  <input
                    type="radio"
                    name="density"
                    checked={density === each}
                    onChange={() => setTheme({ density: each })}
                  />
                  {t(`display.densities.${each}`)}
                </label>
              ))}
            </fieldset>
            <fieldset>
              <legend>{t('display.columns')}</legend>
              {studentColumns.map((each) => {
                const isShown = columns.includes(each)
                return (
                  <label key={each}>
                    <input
                      type="checkbox"
                      checked={isShown}
                      disabled={isShown && columns.length === 1}
                      onChange={() => put(isShown ? columns.filter((one) => one !== each) : [...columns, each])}
                    />
                    {t(`column.${each}`)}
                  </label>
                )
              })}
            </fieldset>
            <div>
              <Button onClick={() => put(usualColumns)}>{t('display.reset')}</Button>
            </div>
          </div>
        </Sheet>
      )}
    </>
  )
}

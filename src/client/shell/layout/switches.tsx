// chunk: frame
import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppLanguage } from '#client/i18n/i18n.ts'
import { themeAtom } from '#client/platform/prefs.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { MoonIcon, SunIcon } from '#client/ui/icons/icons.tsx'
import css from './switches.module.css'

const otherLanguage: Record<string, { lng: AppLanguage; name: string; short: string }> = {
  en: { lng: 'ar', name: 'العربية', short: 'ع' },
  ar: { lng: 'en', name: 'English', short: 'En' },
}

/** With two languages one button is enough, and none where the school offers only one; it speaks the language it leads to. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const offered = useAtomValue(schoolAtom)?.languages
  const [isMissing, setMissing] = useState(false)
  const other = otherLanguage[i18n.language] ?? otherLanguage.en
  if (!other || offered?.includes(other.lng) === false) return null
  const choose = async () => {
    // Needed by few. What can't be fetched has no words either.
    const choice = await import('#client/i18n/choose-language.ts').catch(() => undefined)
    setMissing(!(await choice?.chooseLanguage(other.lng)))
  }
  return (
    <>
      {isMissing && (
        <span className={css.missing} role="alert">
          {t('languageMissing')}
        </span>
      )}
      <button type="button" className={css.switch} lang={other.lng} onClick={() => void choose()}>
        <span className={css.full}>{other.name}</span>
        <span className={css.short} aria-hidden>
          {other.short}
        </span>
      </button>
    </>
  )
}

/** Light or dark, as this person likes it on this device. */
export function ModeSwitch() {
  const { t } = useTranslation()
  const [{ mode }, choose] = useAtom(themeAtom)
  const isDark = mode === 'dark'
  const label = t(isDark ? 'mode.light' : 'mode.dark')
  return (
    <button
      type="button"
      className={css.switch}
      aria-label={label}
      title={label}
      onClick={() => choose({ mode: isDark ? 'light' : 'dark' })}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </button>
  )
}

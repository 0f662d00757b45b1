import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import common from '#client/ui/common.module.css'
import { LetterPage } from '#client/ui/letter/letter-page.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { joinGlyphs } from '../blocks/join-glyphs.ts'
import { useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { usePreview } from '../hooks/use-preview.ts'
import css from './preview.module.css'
import { type Chosen, StudentPicker } from './student-picker.tsx'

/** What the draft looks like on paper, of a made-up family or a chosen student, with what is missing there. */
export function PreviewPane() {
  const { t } = useTranslation('letters.editor')
  const { letter, template } = useEditing()
  const errorText = useErrorText()
  const fieldName = useFieldName()
  const [student, setStudent] = useState<Chosen>()
  const { drawn, failure, isLate, again } = usePreview(letter, template, student?.id ?? null)
  return (
    <section className={css.preview} aria-label={t('preview.title')} aria-busy={isLate}>
      <StudentPicker student={student} onChoose={setStudent} />
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      <div role="status">
        {drawn && drawn.missing.length > 0 && (
          <p className={css.missing}>
            {t('preview.missing')} {drawn.missing.map((field) => fieldName(field)).join(' · ')}
          </p>
        )}
        {drawn && drawn.missingGlyphs.length > 0 && (
          <p className={css.missing}>
            {t('preview.glyphs')} <bdi>{drawn.missingGlyphs.join(' ')}</bdi>
          </p>
        )}
      </div>
      {drawn && student && drawn.isSample && <p className={common.small}>{t('preview.partly')}</p>}
      {!drawn && !failure && <p role="status">{t('preview.loading')}</p>}
      {drawn?.svg && <Picture svg={drawn.svg} isLate={isLate} />}
      {drawn?.page && <LetterPage letter={drawn.page} />}
    </section>
  )
}

/** The pages as an image: in one nothing runs, and nothing is fetched. */
function Picture({ svg, isLate }: { svg: string; isLate: boolean }) {
  const { t } = useTranslation('letters.editor')
  const address = useMemo(() => URL.createObjectURL(new Blob([joinGlyphs(svg)], { type: 'image/svg+xml' })), [svg])
  // The one before is shown until the next is drawn.
  useEffect(() => () => void setTimeout(() => URL.revokeObjectURL(address), 2000), [address])
  return <img className={css.paper} src={address} alt={t('preview.alt')} data-late={isLate || undefined} />
}

import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import type { LetterDraft } from '#local/letters/letter-drafts.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { BackToLetters } from './back-to-letters.tsx'
import { Differences } from './differences.tsx'
import css from './editor.module.css'

interface LocalDraftProps {
  letter: LetterKind
  kept: LetterDraft
  /** What the server has. */
  now: LetterTemplate
  onTake: () => void
  onDrop: () => void
}

/** Words that an earlier visit could not send, beside what the server has: whether they go on is asked before anything is typed. */
export function LocalDraft({ letter, kept, now, onTake, onDrop }: LocalDraftProps) {
  const { t } = useTranslation('letters.editor')
  const format = useFormat()
  return (
    <div className={frame.page}>
      <BackToLetters />
      <h1 className={css.title}>{t(`letter.${letter}`)}</h1>
      <section className={css.conflict} aria-labelledby="kept-draft">
        <strong id="kept-draft">{t('kept.title')}</strong>
        <p>
          <bdi>{format.dateTime(toInstant(kept.atMs))}</bdi> · {t('kept.text')}
        </p>
        <Differences mine={kept.template} theirs={now} others={t('kept.server')} />
        <button type="button" className={css.button} onClick={onTake}>
          {t('kept.take')}
        </button>{' '}
        <button type="button" className={css.button} onClick={onDrop}>
          {t('kept.drop')}
        </button>
      </section>
    </div>
  )
}

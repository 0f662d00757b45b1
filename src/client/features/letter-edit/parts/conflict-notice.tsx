import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { LetterBlock, LetterTemplate } from '#shared/contract/letter-blocks.ts'
import type { LetterEdit } from '#shared/contract/letter-template.ts'
import type { Language } from '#shared/contract/school.ts'
import { linesOf } from '#shared/rules/letter-lines.rules.ts'
import { useEditing } from '../edit-context.ts'
import { fetchEdit } from '../letter-edit.api.ts'
import { useFieldName } from '../use-field-name.ts'
import css from './editor.module.css'

/** Somebody else has changed the letter meanwhile: both copies where they differ, and the choice whose goes on. */
export function ConflictNotice({ onReopen }: { onReopen: () => void }) {
  const { t } = useTranslation('letter-edit')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { letter, template, published, copy } = useEditing()
  const question = useCallback(() => fetchEdit(letter), [letter])
  const { answer, failure } = useAnswer(question)
  const insist = async (theirs: LetterEdit) => {
    await copy.insist(theirs.revision, template)
    // Published meanwhile: from now on it is compared with what is issued.
    if (theirs.published.version !== published.version) onReopen()
  }
  return (
    <div role="alert" className={css.conflict}>
      <strong>{t('conflict.title')}</strong>
      <p>
        {answer?.edited && (
          <>
            <bdi>{answer.edited.by ? pick(answer.edited.by) : ''}</bdi> · <bdi>
              {format.dateTime(answer.edited.at)}
            </bdi>{' '}
          </>
        )}
        {t('conflict.text')}
      </p>
      {failure && <p>{errorText(failure)}</p>}
      {answer && <Differences mine={template} theirs={answer.template} />}
      <button type="button" className={css.button} onClick={onReopen}>
        {t('conflict.theirs')}
      </button>{' '}
      {answer && (
        <button type="button" className={css.button} onClick={() => void insist(answer)}>
          {t('conflict.mine')}
        </button>
      )}
    </div>
  )
}

/** The blocks that differ, the words of both beside each other. */
function Differences({ mine, theirs }: { mine: LetterTemplate; theirs: LetterTemplate }) {
  const { t, i18n } = useTranslation('letter-edit')
  const fieldName = useFieldName()
  const wordsIn = (template: LetterTemplate, block: LetterBlock | undefined) =>
    block
      ? linesOf({ ...template, blocks: [block] })
          .flatMap(({ words }) => words[(i18n.language === 'ar' ? 'ar' : 'en') satisfies Language])
          .map((piece) => ('text' in piece ? piece.text : `[${fieldName(piece.field, piece.as)}]`))
          .join(' ')
      : '–'
  const longest = Math.max(mine.blocks.length, theirs.blocks.length)
  const differing = Array.from({ length: longest }, (_, no) => no).filter(
    (no) => JSON.stringify(mine.blocks[no]) !== JSON.stringify(theirs.blocks[no]),
  )
  return (
    <table className={css.differences}>
      <thead>
        <tr>
          <th scope="col">{t('conflict.yours')}</th>
          <th scope="col">{t('conflict.others')}</th>
        </tr>
      </thead>
      <tbody>
        {differing.slice(0, 20).map((no) => (
          <tr key={no}>
            <td>{wordsIn(mine, mine.blocks[no])}</td>
            <td>{wordsIn(theirs, theirs.blocks[no])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { useTranslation } from 'react-i18next'
import type { LetterBlock, LetterTemplate } from '#shared/contract/letter-blocks.ts'
import type { Language } from '#shared/contract/school.ts'
import { linesOf } from '#shared/rules/letter-lines.rules.ts'
import { useFieldName } from '../use-field-name.ts'
import css from './editor.module.css'

interface DifferencesProps {
  mine: LetterTemplate
  theirs: LetterTemplate
}

/** The title and the blocks that differ, the words of both beside each other. */
export function Differences({ mine, theirs }: DifferencesProps) {
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

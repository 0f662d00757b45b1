import { useTranslation } from 'react-i18next'
import type { LetterBlock, LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { waitlistsOf } from '#shared/letters/letter-lines.rules.ts'
import { differingBlocks } from '../differing.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import css from './editor.module.css'

/** So many are read; who has changed more looks at the letter. */
const maxCount = 20
const languages = ['en', 'ar'] as const

interface DifferencesProps {
  mine: LetterTemplate
  theirs: LetterTemplate
  /** Whose the other copy is. */
  others: string
}

/** The title and the parts in which two copies of a letter differ, beside each other and in both languages. */
export function Differences({ mine, theirs, others }: DifferencesProps) {
  const { t } = useTranslation('letters.editor')
  const hasOtherTitle = languages.some((lang) => mine.title[lang] !== theirs.title[lang])
  const nameOf = (no: number, block: LetterBlock) => t('blockNo', { kind: t(`kind.${block.kind}`), no: no + 1 })
  return (
    <table className={css.differences}>
      <thead>
        <tr>
          <th scope="col">{t('conflict.part')}</th>
          <th scope="col">{t('conflict.yours')}</th>
          <th scope="col">{others}</th>
        </tr>
      </thead>
      <tbody>
        {hasOtherTitle && (
          <tr>
            <th scope="row">{t('title')}</th>
            {[mine, theirs].map(({ title }, no) => (
              <td key={no}>
                <BothSaid en={title.en} ar={title.ar} />
              </td>
            ))}
          </tr>
        )}
        {differingBlocks(mine, theirs)
          .slice(0, maxCount)
          .map((part) => {
            const block = part.mine ?? part.theirs
            return (
              <tr key={part.no}>
                <th scope="row">{block && nameOf(part.no, block)}</th>
                <td>{part.mine ? <BlockWords block={part.mine} letter={mine} /> : '–'}</td>
                <td>{part.theirs ? <BlockWords block={part.theirs} letter={theirs} /> : '–'}</td>
              </tr>
            )
          })}
      </tbody>
    </table>
  )
}

/** What a part says, its fields by their names. */
function BlockWords({ block, letter }: { block: LetterBlock; letter: LetterTemplate }) {
  const fieldName = useFieldName()
  const lines = waitlistsOf({ ...letter, blocks: [block] })
  const said = (lang: (typeof languages)[number]) =>
    lines
      .map(({ words }) =>
        words[lang].map((piece) => ('text' in piece ? piece.text : `[${fieldName(piece.field, piece.as)}]`)).join(''),
      )
      .join(' · ')
  return <BothSaid en={said('en')} ar={said('ar')} />
}

const BothSaid = ({ en, ar }: { en: string; ar: string }) => (
  <>
    <div lang="en" dir="ltr">
      {en}
    </div>
    <div lang="ar" dir="rtl">
      {ar}
    </div>
  </>
)

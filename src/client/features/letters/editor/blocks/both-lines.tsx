import { useTranslation } from 'react-i18next'
import type { BothLines } from '#shared/letters/letter-blocks.contract.ts'
import { LineEditor } from './line-editor.tsx'
import css from './lines.module.css'

interface BothProps {
  name: string
  words: BothLines
  onWrite: (words: BothLines) => void
}

/** The same in both languages, side by side, each in its own direction. */
export function BothLinesEditor({ name, words, onWrite }: BothProps) {
  const { t } = useTranslation('letters.editor')
  return (
    <div className={css.both} role="group" aria-label={name}>
      <span className={css.name}>{name}</span>
      <div className={css.pair}>
        {(['en', 'ar'] as const).map((lang) => (
          <LineEditor
            key={lang}
            lang={lang}
            label={t('line.label', { name, language: t(`language.${lang}`) })}
            line={words[lang]}
            isWrong={words[lang].every((piece) => 'text' in piece && piece.text.trim() === '')}
            onWrite={(line) => onWrite({ ...words, [lang]: line })}
          />
        ))}
      </div>
    </div>
  )
}

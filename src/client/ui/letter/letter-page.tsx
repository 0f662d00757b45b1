import { type ReactNode, useState } from 'react'
import type { Language } from '#shared/kernel/fields.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { LetterBlockView } from './letter-block.tsx'
import css from './letter-page.module.css'
import { Said as SaidView, sides } from './letter-said.tsx'

interface LetterPageProps {
  letter: ResolvedLetter
  /** The address of the logo that the school began with, for letters that have none of their own. */
  logo?: string | undefined
  /** The reader's own language, which a phone shows alone until both are asked for; and what says so. */
  reading?: { own: Language; both: string; whole: string }
  /** What belongs below the letter: buttons, a form. */
  children?: ReactNode
}

interface HeadProps {
  letterhead: NonNullable<ResolvedLetter['letterhead']>
  school: ResolvedLetter['school']
  logo: string | undefined
}

function Head({ letterhead: { name, address, logo: own }, school, logo }: HeadProps) {
  return (
    <header className={css.head}>
      {own?.format === 'png' ? (
        <img
          src={`data:image/png;base64,${own.data}`}
          alt={[...new Set([school.en, school.ar])].join(' · ')}
          className={css.ownLogo}
        />
      ) : (
        logo && <img src={logo} alt="" className={css.logo} />
      )}
      {sides(name, (side) => (
        <>
          <strong className={css.school}>
            <SaidView side={side} />
          </strong>
          {address
            .filter(({ lang }) => lang === side.lang)
            .map((each) => (
              <span key={each.lang} className={css.fine}>
                <SaidView side={each} />
              </span>
            ))}
        </>
      ))}
    </header>
  )
}

/** A letter as a page: the same blocks as on paper, in both languages beside each other, or below each other on a phone. */
export function LetterPage({ letter, logo, reading, children }: LetterPageProps) {
  const [isWhole, setWhole] = useState(false)
  const { letterhead, blocks, verification, languages } = letter
  const [lang] = languages
  const ofTwo = languages.length === 2 ? reading : undefined
  return (
    <article
      className={css.letter}
      lang={lang}
      dir={lang === 'ar' ? 'rtl' : 'ltr'}
      data-own={ofTwo && !isWhole ? ofTwo.own : undefined}
    >
      {ofTwo && (
        <div className={css.reading} lang={ofTwo.own} dir={ofTwo.own === 'ar' ? 'rtl' : 'ltr'}>
          <label>
            <input type="checkbox" checked={isWhole} onChange={(event) => setWhole(event.currentTarget.checked)} />
            {ofTwo.both}
          </label>
          <p className={css.fine}>{ofTwo.whole}</p>
        </div>
      )}
      {letterhead && <Head letterhead={letterhead} school={letter.school} logo={logo} />}
      {blocks.map((block, no) => (
        // Blocks never change their order: a letter is filled in once.
        <LetterBlockView key={no} block={block} />
      ))}
      {verification && (
        <footer className={css.fine}>
          {sides(verification.said, (side) => (
            <SaidView side={side} />
          ))}
          <svg
            className={css.square}
            viewBox={`-4 -4 ${verification.qr.size + 8} ${verification.qr.size + 8}`}
            aria-hidden="true"
          >
            <path d={verification.qr.path} />
          </svg>
          <a href={verification.url} dir="ltr" className={css.verify}>
            {verification.url}
          </a>
        </footer>
      )}
      {children}
    </article>
  )
}

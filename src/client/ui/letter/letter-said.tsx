import type { ReactNode } from 'react'
import type { Run, Said as SaidType } from '#shared/kernel/letter/letter.ts'
import css from './letter-page.module.css'

type Side = SaidType[number]

/** A longer address has to be broken on a phone. */
const maxUnbroken = 36

function RunView({ run: { text, strong, dir, missing } }: { run: Run }) {
  const value = dir ? (
    <bdi dir={dir} className={dir === 'ltr' && text.length <= maxUnbroken ? css.unbroken : undefined}>
      {text}
    </bdi>
  ) : (
    text
  )
  const said = missing ? <mark>{value}</mark> : value
  return strong ? <strong>{said}</strong> : said
}

/** What is said in one language. */
export function Said({ side }: { side: Side }) {
  return side.runs.map((run, no) => (
    // A line is filled in once and never reordered.
    <RunView key={no} run={run} />
  ))
}

/** Both languages beside each other, each in its direction, or the one that there is. */
export const sides = (said: SaidType, show: (side: Side) => ReactNode) => (
  <div className={said.length === 2 ? css.sides : undefined}>
    {said.map((side) => (
      <div
        key={side.lang}
        data-pair={said.length === 2 || undefined}
        lang={side.lang}
        dir={side.lang === 'ar' ? 'rtl' : 'ltr'}
      >
        {show(side)}
      </div>
    ))}
  </div>
)

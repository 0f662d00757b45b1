// chunk: paper
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './printout.module.css'

const pxPerMm = 96 / 25.4
const rollMm = 80
/** What a printer needs below the last line to cut clear of it. */
const tearMm = 6

interface PrintoutProps {
  children: ReactNode
  /** A receipt's roll, or sheets of paper. */
  size?: 'roll' | 'page'
}

/** Papers of the page: the last one is printed. */
const papers: { roll: HTMLElement; page: CSSStyleSheet }[] = []

function showLast(): void {
  for (const [at, { roll, page }] of papers.entries()) {
    page.disabled = at < papers.length - 1
    if (page.disabled) delete roll.dataset.printout
    else roll.dataset.printout = ''
  }
}

/**
 * What a print of this page shows while it is mounted and no later one is, and nothing else: an 80 mm roll, one page as long as
 * its content, or as many sheets of paper as it takes. The page box of a roll is measured, because `@page` knows no "as long as it takes",
 * and set through the style object model, which the security policy allows.
 */
export function Printout({ children, size = 'roll' }: PrintoutProps) {
  const [roll] = useState(() =>
    Object.assign(document.createElement('div'), { className: `${css.printed} ${css[size]}` }),
  )
  useLayoutEffect(() => {
    roll.setAttribute('aria-hidden', 'true')
    const page = new CSSStyleSheet()
    const measure = () => {
      if (size === 'page') return page.replaceSync('@page { size: A4; margin: 18mm }')
      const heightMm = Math.ceil(roll.getBoundingClientRect().height / pxPerMm) + tearMm
      page.replaceSync(`@page { size: ${rollMm}mm ${heightMm}mm; margin: 0 }`)
    }
    document.body.append(roll)
    const paper = { roll, page }
    papers.push(paper)
    showLast()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, page]
    addEventListener('beforeprint', measure)
    return () => {
      removeEventListener('beforeprint', measure)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== page)
      roll.remove()
      papers.splice(papers.indexOf(paper), 1)
      showLast()
    }
  }, [roll, size])
  return createPortal(children, roll)
}

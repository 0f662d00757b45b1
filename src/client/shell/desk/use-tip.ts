// chunk: desk-frame
import { type SyntheticEvent, useState } from 'react'

interface Tip {
  text: string
  top: number
}

/** The name of what the mouse or the focus is on, for pictures that stand alone; Escape takes it away. */
export function useTip(isWanted: boolean) {
  const [tip, setTip] = useState<Tip>()
  const show = ({ target }: SyntheticEvent) => {
    const marked = target instanceof Element ? target.closest('a, [data-tip]') : null
    if (!marked) return setTip(undefined)
    const { top, height } = marked.getBoundingClientRect()
    setTip({ text: marked.textContent, top: top + height / 2 })
  }
  const hide = () => setTip(undefined)
  const over = {
    onMouseOver: show,
    onFocus: show,
    onMouseLeave: hide,
    onBlur: hide,
    onClick: hide,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Escape') hide()
    },
  }
  return { tip: isWanted ? tip : undefined, over: isWanted ? over : {} }
}

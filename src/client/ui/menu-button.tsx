// chunk: desk-frame
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { OpenListIcon } from './icons/frame-icons.tsx'
import { Button } from './button.tsx'
import css from './menu-button.module.css'

interface MenuButtonProps {
  label: string
  /** Buttons and links; one that is pressed closes the menu. */
  children: ReactNode
}

/** What is done less often, behind one button. Escape, a press beside it and the focus elsewhere close it. */
export function MenuButton({ label, children }: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const menuId = useId()
  useEffect(() => {
    if (!isOpen) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setIsOpen(false)
    }
    addEventListener('pointerdown', onPointer)
    return () => removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape and the focus are heard for the button in it
    <div
      ref={box}
      className={css.box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        setIsOpen(false)
        box.current?.querySelector('button')?.focus()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <Button aria-expanded={isOpen} aria-controls={menuId} onClick={() => setIsOpen(!isOpen)}>
        {label}
        <OpenListIcon size={16} />
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a press of what is in it, by mouse or key */}
      <div id={menuId} className={css.menu} hidden={!isOpen} onClick={() => setIsOpen(false)}>
        {children}
      </div>
    </div>
  )
}

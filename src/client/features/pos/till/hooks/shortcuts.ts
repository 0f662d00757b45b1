// chunk: till-later
import { tillAtom } from '#client/platform/offline/device.ts'
import { store } from '#client/platform/store.ts'
import { scanEvent } from '#client/ui/fields/scan-event.ts'
import { quantityOf } from '#local/pos/cart-edit.ts'
import { changeQuantity, clearCart, undo } from '../cart/cart.actions.ts'
import { cartAtom, clashesAtom } from '../cart/cart.atoms.ts'
import { categoryAtom, type OpenSheet, queryAtom, sheetAtom } from '../till.atoms.ts'

/** A digit chooses a category only when it stays alone: the first digit of a scan must not. */
const aloneMs = 70

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const open = (sheet: OpenSheet) => store.set(sheetAtom, sheet)

function pay(): void {
  const cart = store.get(cartAtom)
  const clash = store.get(clashesAtom)[0]
  if (!cart || cart.lines.length === 0) return
  open(clash ? { kind: 'clash', lineId: clash.line.id } : { kind: 'pay' })
}

function lastLine(by: number): void {
  const line = store.get(cartAtom)?.lines.at(-1)
  if (line) changeQuantity(line.id, quantityOf(line) + by)
}

/** Keys that work wherever the focus is. */
const anywhere: Record<string, () => void> = {
  F1: () => open({ kind: 'keys' }),
  F2: () => open({ kind: 'customer' }),
  F4: pay,
  F8: () => open({ kind: 'menu' }),
}

/** Keys that would be text inside a field. */
const outsideFields: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('#till-search')?.focus(),
  '?': () => open({ kind: 'keys' }),
  '+': () => lastLine(1),
  '-': () => lastLine(-1),
}

function chooseCategory(digit: number): void {
  const category = store.get(tillAtom)?.catalogue.categories[digit - 1]
  if (!category) return
  store.set(categoryAtom, category.id)
  store.set(queryAtom, '')
}

function shortcutFor(event: KeyboardEvent): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) {
    if (isTyping(event.target)) return undefined
    if (event.key === 'z') return undo
    return event.key === 'Delete' ? clearCart : undefined
  }
  if (event.altKey) return undefined
  return anywhere[event.key] ?? (isTyping(event.target) ? undefined : outsideFields[event.key])
}

/** The till's own keys, asleep while a sheet is open: a sheet has keys of its own. @returns what ends them */
export function followShortcuts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const press = (event: KeyboardEvent) => {
    clearTimeout(timer)
    if (store.get(sheetAtom) || document.querySelector('dialog[open]')) return
    const run = shortcutFor(event)
    if (run) {
      event.preventDefault()
      return run()
    }
    const isDigit = /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey
    if (isDigit && !isTyping(event.target)) timer = setTimeout(() => chooseCategory(Number(event.key)), aloneMs)
  }
  // The Enter of a scan never comes here, and so would leave the scan's last digit standing alone.
  const forget = () => clearTimeout(timer)
  addEventListener('keydown', press)
  addEventListener(scanEvent, forget)
  return () => {
    forget()
    removeEventListener('keydown', press)
    removeEventListener(scanEvent, forget)
  }
}

/** Gives the focus to what a change is about to draw; nothing happens where it is not drawn. */
export function focusLater(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
}

export const panelHeadId = 'edit-panel-head'
export const moveId = (way: 'up' | 'down'): string => `edit-move-${way}`

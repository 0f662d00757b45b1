const key = 'way-back'

/** Notes in this tab that the form of this id was opened from another page of ours, to which anyone who has answered it goes back. */
export function rememberReturnPath(formId: string): void {
  try {
    sessionStorage.setItem(key, formId)
  } catch {
    // A browser that keeps nothing has its own way back.
  }
}

/** Whether the page before this one in this tab is where the form of this id was opened from. */
export function hasReturnPath(formId: string): boolean {
  try {
    return sessionStorage.getItem(key) === formId && history.length > 1
  } catch {
    return false
  }
}

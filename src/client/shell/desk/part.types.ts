/** What lies over the page is told how to go. */
export interface PartProps {
  onClose: () => void
}

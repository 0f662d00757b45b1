// chunk: family
import { icon } from '#client/ui/icons/icon.tsx'

export const HouseIcon = icon(<path d="M4 11l8-6.5 8 6.5v8a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />)
export const ChildrenIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.2" />
    <path d="M3.5 19c0-3.6 2.4-5.5 5.5-5.5s5.5 1.9 5.5 5.5" />
    <circle cx="17" cy="10.5" r="2.4" />
    <path d="M16.5 14.5c2.6 0 4.2 1.600 4.2 4.5" />
  </>,
)
export const WalletIcon = icon(
  <path d="M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H5.5A1.5 1.5 0 0 1 4 6.5 2 2 0 0 1 6 4.5h10.5V8M16 13.7h.01" />,
)
export const MessagesIcon = icon(
  <path d="M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v9a1.5 1.5 0 0 1-1.5 1.5H11l-4.5 3.5V17h-1A1.5 1.5 0 0 1 4 15.5z" />,
)

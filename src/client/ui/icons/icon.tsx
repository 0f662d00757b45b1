import type { ReactNode } from 'react'

/** Makes an icon of lines on a 24 grid. A mirrored one points, so it follows the direction of reading. */
export const icon = (paths: ReactNode, isMirrored = false) =>
  function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        className={isMirrored ? 'mirrored' : undefined}
      >
        {paths}
      </svg>
    )
  }

/** The color of a brand next to its name. */
export const Dot = ({ color }: { color: number }) => (
  <svg aria-hidden viewBox="0 0 8 8" className={`inline-block size-2 shrink-0 series-${color % 8}`}>
    <circle cx="4" cy="4" r="2" strokeWidth="4" fill="none" />
  </svg>
)

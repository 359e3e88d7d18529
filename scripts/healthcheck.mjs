/** The health check of the container image. A worker listens on no port; its process is all there is to check. */
if (process.env.ROLE !== 'worker') {
  const basePath = new URL(process.env.BASE_URL || 'http://localhost').pathname.replace(/\/$/, '')
  const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}${basePath}/api/health`)
  process.exitCode = ok ? 0 : 1
}

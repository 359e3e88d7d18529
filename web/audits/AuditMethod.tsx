import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bases } from '../../vocabulary/audits.ts'
import { t } from '../../vocabulary/texts.ts'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { auditMethod } from './queries.ts'

/** Every check with its weight. */
export function AuditMethod() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-10 text-sm print:hidden">
      <summary className="w-fit rounded-md font-medium text-muted hover:text-ink">
        {t('audits.method.title')}
      </summary>
      {isOpen && <Checks />}
    </details>
  )
}

function Checks() {
  const method = useQuery(auditMethod)
  return (
    <div className="mt-3">
      <QueryBoundary query={method}>
        {({ categories, checks }) => (
          <div className="card divide-y divide-line">
            {categories.map(({ key, label, about, weight }) => (
              <div key={key} className="px-4 py-3 sm:px-5">
                <h3 className="font-semibold">
                  {label}{' '}
                  <span className="font-normal text-muted">
                    {t('audits.method.categoryWeight', { weight })}
                  </span>
                </h3>
                <p className="text-muted">{about}</p>
                <ul className="mt-2 space-y-1">
                  {checks
                    .filter(({ category }) => category === key)
                    .map((check) => (
                      <li key={check.key} className="flex gap-3">
                        <span className="w-14 shrink-0 text-right tabular-nums text-muted">
                          {t('audits.method.checkWeight', { weight: check.weight })}
                        </span>
                        <span className="min-w-0">
                          {check.label}{' '}
                          <span className="text-muted">
                            {check.cap === null
                              ? t('audits.method.checkDetailsUncapped', { evidence: check.basis })
                              : t('audits.method.checkDetails', { evidence: check.basis, cap: check.cap })}
                          </span>
                        </span>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
            <dl className="space-y-1 px-4 py-3 text-muted sm:px-5">
              {bases.map((basis) => (
                <div key={basis} className="flex gap-2">
                  <dt className="shrink-0 font-medium text-ink">
                    {t('audits.method.evidenceLevel', { evidence: basis })}
                  </dt>
                  <dd>{t(`labels.basis.${basis}`)}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </QueryBoundary>
    </div>
  )
}

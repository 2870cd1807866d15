type NextStepsProps = { title: string; steps: string[]; heading?: 'h2' | 'h3' }

/** What happens from here, in order; `heading` is one level below what stands above it. */
export const NextSteps = ({ title, steps, heading: Heading = 'h3' }: NextStepsProps) => (
  <>
    <Heading className="eyebrow tracking-normal">{title}</Heading>
    <ol className="mt-3 grid gap-3">
      {steps.map((step, index) => (
        <li key={step} className="flex items-start gap-3 text-sm">
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded-full bg-tungsten text-xs font-semibold text-ink figures"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  </>
)

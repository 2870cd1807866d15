/** What happens from here, in order. */
export const NextSteps = ({ title, steps }: { title: string; steps: string[] }) => (
  <>
    <h3 className="eyebrow tracking-normal">{title}</h3>
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

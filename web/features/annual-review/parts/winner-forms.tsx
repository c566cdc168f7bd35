import { reviewConfig } from '#shared/annual-review/config.ts'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import type { usePage } from '../../../data/page.ts'
import type { loadWinnersAdmin, WinnerRow } from '../winners-admin.load.ts'

export const categoryName = (slug: string): string => reviewConfig.categories.find((one) => one.slug === slug)?.name ?? slug

type Page = ReturnType<typeof usePage<typeof loadWinnersAdmin>>

/** Whether the gallery of the year is shown, and the button that changes it. */
export function GalleryForm({ page: { year, hasResults, isShown, count, most, withPicture } }: { readonly page: Page }) {
  if (!hasResults)
    return (
      <p className="soft">
        The results of {year} aren’t public, so there is nothing to choose from.{' '}
        <a href={links.reviewAdmin(year)}>Administer the review of {year}</a>
      </p>
    )
  const chosen = `${counted(count, 'post')} of at most ${most} chosen, ${withPicture} with a picture.`
  return (
    <>
      <p className="soft">
        {isShown ? (
          <>
            The gallery of {year} is public: <a href={links.bestOf({ year })}>{`best of ${year}`}</a>. {chosen} Changes are shown at once.
          </>
        ) : (
          `The gallery of ${year} isn’t public. ${chosen}`
        )}
      </p>
      {isShown || count > 0 ? (
        <MutationForm name="reviewPlans.setGallery" about={{ year: String(year), isOn: isShown ? '' : 'true' }}>
          <button className={isShown ? 'btn' : 'btn primary'}>{isShown ? 'Hide the gallery' : 'Publish the gallery'}</button>
        </MutationForm>
      ) : null}
    </>
  )
}

/** In which category a post is chosen. */
export function CategoryForm({ row: { id, year, title, category } }: { readonly row: WinnerRow }) {
  const field = `category-${id}`
  return (
    <MutationForm key={category} name="reviewWinners.set" about={{ year: String(year), postId: id }} className="acts">
      <label className="sr" htmlFor={field}>
        Category of {title}
      </label>
      <span>
        <select className="input" id={field} name="category" defaultValue={category ?? ''}>
          <option value="">Not chosen</option>
          {reviewConfig.categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <button className="btn quiet">
        Save category<span className="sr"> of {title}</span>
      </button>
    </MutationForm>
  )
}

"""A few memories and their notes before and after an edit, for scores that must not move unseen.

By hand, a row a kind of edit: what the memory says, the note then, the note now.
"""

from typing import Final

SAMPLE: Final[dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]] = {
    "value": (
        "The pottery kiln in Kiln fires at 980 degrees.",
        ("# Firing", "The kiln fires at 980 degrees.", "It cools for two days."),
        ("# Firing", "The kiln fires at 1040 degrees.", "It cools for two days."),
    ),
    "weekday": (
        "The choir rehearses on Wednesdays in the chapel.",
        ("# Choir", "Rehearsals are on Wednesdays in the chapel.", "Bring the blue folder."),
        ("# Choir", "Rehearsals are on Mondays in the chapel.", "Bring the blue folder."),
    ),
    "name": (
        "Ines Barros keeps the keys of the boathouse.",
        ("# Boathouse", "- Keys: Ines Barros", "- Boats: four"),
        ("# Boathouse", "- Keys: Tomas Reuter", "- Boats: four"),
    ),
    "status": (
        "The status of Bridge loan is pending.",
        ("status: pending", "# Loan", "The bank has the papers."),
        ("status: approved", "# Loan", "The bank has the papers."),
    ),
    "status named": (
        "The greenhouse permit is still pending, status: pending.",
        ("status: pending", "owner: Marek", "# Greenhouse", "We need a permit."),
        ("status: granted", "owner: Marek", "# Greenhouse", "We need a permit."),
    ),
    "ticked": (
        "Oskar must still book the ferry.",
        ("# Trip", "- [ ] Oskar: book the ferry", "- [ ] Lena: buy maps"),
        ("# Trip", "- [x] Oskar: book the ferry", "- [ ] Lena: buy maps"),
    ),
    "reversed": (
        "Guests may use the sauna after nine.",
        ("# House rules", "Guests may use the sauna after nine.", "Shoes stay outside."),
        ("# House rules", "Guests may not use the sauna after nine.", "Shoes stay outside."),
    ),
    "removed": (
        "The orchard is sprayed with copper in March.",
        (
            "# Orchard",
            "We spray copper in March.",
            "The pears ripen late.",
            "Two hives stand there.",
        ),
        ("# Orchard", "The pears ripen late.", "Two hives stand there."),
    ),
    "superseded": (
        "The newsletter is sent with Postbird.",
        ("# Newsletter", "We send the newsletter with Postbird.", "It goes to 300 people."),
        (
            "# Newsletter",
            "We send the newsletter with Postbird.",
            "It goes to 300 people.",
            "Update: Postbird was replaced by Lettera.",
        ),
    ),
    "struck": (
        "The workshop has a lathe for rent.",
        ("# Workshop", "A lathe is for rent.", "Ask Bruno."),
        ("# Workshop", "~~A lathe is for rent.~~", "Ask Bruno."),
    ),
    "unchanged": (
        "The archive closes at 17:00 on Fridays.",
        ("# Archive", "On Fridays the archive closes at 17:00.", "There are six desks."),
        ("# Archive", "On Fridays the archive closes at 17:00.", "There are eight desks."),
    ),
    "reworded": (
        "Only Petra may approve refunds.",
        ("# Refunds", "Only Petra may approve refunds.", "They take a week."),
        ("# Refunds", "Nobody but Petra may approve refunds.", "They take a week."),
    ),
    "extended": (
        "The telescope stands on the roof.",
        ("# Telescope", "The telescope stands on the roof.", "It was a gift."),
        ("# Telescope", "The telescope stands on the roof, under a white dome.", "It was a gift."),
    ),
    "moved": (
        "The spare fuses lie in the second drawer.",
        ("# Kitchen", "The spare fuses lie in the second drawer.", "# Cellar", "Wine and apples."),
        ("# Kitchen", "Plates and cups.", "# Cellar", "The spare fuses lie in the second drawer."),
    ),
    "another line": (
        "The rabbit eats hay and dandelion.",
        ("# Rabbit", "It eats hay and dandelion.", "It weighs 2 kg."),
        ("# Rabbit", "It eats hay and dandelion.", "It weighs 3 kg."),
    ),
    "two facts": (
        "The tram leaves from platform 3; tickets are sold in the kiosk.",
        ("# Tram", "The tram leaves from platform 3.", "Tickets are sold in the kiosk."),
        ("# Tram", "The tram leaves from platform 3.", "Tickets are sold by the driver."),
    ),
    "German": (
        "Der Schlüssel für den Keller hängt bei Frau Aumann.",
        ("# Keller", "Der Schlüssel hängt bei Frau Aumann.", "Das Licht ist links."),
        ("# Keller", "Der Schlüssel hängt bei Herrn Brandl.", "Das Licht ist links."),
    ),
    "French": (
        "Le marché a lieu le samedi sur la place.",
        ("# Marché", "Le marché a lieu le samedi sur la place.", "On y trouve du miel."),
        ("# Marché", "Le marché a lieu le dimanche sur la place.", "On y trouve du miel."),
    ),
    "Japanese": (
        "会議は火曜日に行われる。",
        ("# 会議", "会議は火曜日に行われる。", "場所は二階です。"),
        ("# 会議", "会議は木曜日に行われる。", "場所は二階です。"),
    ),
    "translated": (
        "Vera waters the ferns on 12 May.",
        ("# Ferns", "Vera waters the ferns on 12 May.", "They like shade."),
        ("# Farne", "Vera gießt die Farne am 12. Mai.", "Sie mögen Schatten."),
    ),
}

HARMLESS: Final = {"unchanged", "reworded", "extended", "moved", "another line", "translated"}
"""Of those, the edits after which the memory still holds."""

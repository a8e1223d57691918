"""Triggers of procedures, and tasks that they fit and do not fit; written here for the bar.

Of each: what it is called, its trigger, tasks it fits in other words, and tasks that are near: the
same matter but another deed, a negation, the same deed on something else.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TriggerCase:
    """One procedure and what was asked."""

    name: str
    trigger: str
    fits: tuple[str, ...]
    near: tuple[str, ...]


CASES = (
    TriggerCase(
        "Release a version",
        "A new version of the library is to be published. Not for documentation alone.",
        (
            "Publish version 2.3 of the library",
            "cut the next release and put it out",
            "We want to ship 1.0 of our package today",
            "get the new version of the lib published",
        ),
        (
            "Publish the documentation of the library alone",
            "Which version of the library do we depend on?",
            "Do not publish a new version this week",
            "Find out why the last release broke the import",
        ),
    ),
    TriggerCase(
        "Restore a backup",
        "The database is lost or damaged and must be brought back from a backup.",
        (
            "The database got corrupted, restore it from last night's copy",
            "bring the db back from the backup",
            "We lost the customer database and need to recover it",
            "recover the damaged database",
        ),
        (
            "Make a backup of the database",
            "How large is the database?",
            "Add a column to the customer table of the database",
            "Write down how often backups are made",
        ),
    ),
    TriggerCase(
        "Onboard a volunteer",
        "Someone new wants to help at the market.",
        (
            "A new volunteer starts at the market on Saturday, get them set up",
            "Welcome Mara, who would like to help out at our market",
            "someone asked to join the market team as a helper",
            "prepare for the first day of a new helper at the market",
        ),
        (
            "Order new tables for the market",
            "Which volunteers worked at the market last year?",
            "A volunteer leaves the market team, take them off the lists",
            "Someone wants to buy a lamp at the market",
        ),
    ),
    TriggerCase(
        "Answer a complaint",
        "A customer complains about an order.",
        (
            "Reply to the customer who is unhappy with her order",
            "An angry mail came in: the parcel arrived broken",
            "handle the complaint of Mr Ott about his delivery",
            "A buyer says that we sent the wrong item",
        ),
        (
            "A customer asks for our opening hours",
            "Thank the customer for her kind review",
            "Order new boxes for the shop",
            "Count how many orders came in this month",
        ),
    ),
    TriggerCase(
        "Rotate the signing key",
        "The key that signs our builds expires soon or may have leaked.",
        (
            "The signing key runs out next week, replace it",
            "our build key may have been stolen, rotate it",
            "make a new key for signing the builds before the old one expires",
            "exchange the key with which builds are signed",
        ),
        (
            "Sign the rental contract",
            "Which key opens the cellar?",
            "The builds are slow, make them faster",
            "Explain what a signature of a build proves",
        ),
    ),
    TriggerCase(
        "Plan a workshop",
        "We hold a workshop or a course and need room, date and invitations.",
        (
            "Organise the spring workshop on pottery",
            "set up a course for beginners in June",
            "We want to run a workshop, find a room and invite people",
            "prepare the invitations and venue for our next workshop",
        ),
        (
            "Write a report about last year's workshop",
            "Cancel the workshop in May",
            "Repair the bench in the workshop",
            "I attend a course on cooking, remind me of it",
        ),
    ),
    TriggerCase(
        "Fix a flaky test",
        "A test fails now and then without a change of the code.",
        (
            "test_login fails sometimes, find out why",
            "The suite is red every few runs though nothing changed",
            "this test is flaky, make it stable",
            "one of our tests passes only on the second try",
        ),
        (
            "Write a test for the login page",
            "The test fails since my last change of the parser",
            "Run the tests",
            "Delete the tests of the old module",
        ),
    ),
    TriggerCase(
        "Pay an invoice",
        "An invoice of a supplier has come in.",
        (
            "Pay the bill from the printing house",
            "a new invoice arrived from our potter, handle it",
            "settle the supplier's invoice 4711",
            "The electrician sent his bill, take care of it",
        ),
        (
            "Send an invoice to the customer in Ulm",
            "Which suppliers do we have?",
            "A customer has not paid our invoice, remind her",
            "Order clay from our supplier",
        ),
    ),
    TriggerCase(
        "Move a service to a new host",
        "A service must move to another machine. Not when only its address changes.",
        (
            "Migrate the wiki to the new server",
            "move our mail service onto another machine",
            "The old host is retired, bring its services elsewhere",
            "relocate the build server to new hardware",
        ),
        (
            "Only the address of the wiki changes, update the links",
            "Restart the mail service",
            "Move the meeting to Thursday",
            "Write a page about our servers",
        ),
    ),
    TriggerCase(
        "Prüfung der Kasse",
        "Am Ende eines Markttages wird die Kasse gezählt und abgerechnet.",
        (
            "Mach die Abrechnung der Kasse nach dem Markt",
            "die Kasse von heute zählen",
            "Der Markttag ist vorbei, rechne die Einnahmen ab",
            "Kassensturz nach dem Markt",
        ),
        (
            "Wie viel kostet ein Stand auf dem Markt?",
            "Eine neue Kasse kaufen",
            "Wann öffnet der Markt?",
            "Die Krankenkasse hat geschrieben, antworte ihr",
        ),
    ),
    TriggerCase(
        "Review a pull request",
        "Somebody asks for a review of a pull request.",
        (
            "Have a look at PR 812 and say what should change",
            "review the open pull request from Lena",
            "Check the merge request on the parser and comment on it",
            "go through the code change that Tom submitted",
        ),
        (
            "Open a pull request with my changes",
            "Write a review of the book",
            "How many pull requests are open?",
            "Merge the pull request, it was reviewed already",
        ),
    ),
    TriggerCase(
        "Handle a security report",
        "Someone reports a hole in our software. Never for plain bugs.",
        (
            "A researcher wrote that he can read other users' files, deal with it",
            "we received a vulnerability report",
            "somebody found a security problem in our server",
            "Respond to the disclosure of an exploit in our app",
        ),
        (
            "A user reports that the button has the wrong colour",
            "A plain bug was reported, fix it",
            "There is a hole in the roof of the barn",
            "Write the yearly report on our software",
        ),
    ),
    TriggerCase(
        "Change the database schema",
        "A table or column of the database is added, changed or removed.",
        (
            "Add a column for the birthday to the users table",
            "drop the unused table old_orders",
            "We need a new table for invoices in the database",
            "rename the field email in the users table",
        ),
        (
            "Read all users from the database",
            "Put a new table into the meeting room",
            "The database is slow",
            "Bring the database back from the backup",
        ),
    ),
    TriggerCase(
        "Prepare a trip",
        "I travel for work and need train, hotel and a list of what to pack.",
        (
            "Book my business trip to Vienna",
            "I have to be in Hamburg for a meeting on Tuesday, arrange the journey",
            "plan the work travel to the fair in Milan",
            "organise train and hotel for the conference",
        ),
        (
            "What did my trip to Vienna cost?",
            "Book a table for dinner in town",
            "Cancel my hotel in Hamburg",
            "Write a talk for the conference",
        ),
    ),
    TriggerCase(
        "Fire the kiln",
        "Glazed pots are ready and the kiln is to be fired.",
        (
            "The glazed bowls are dry, fire them",
            "run the kiln with the new pots tonight",
            "start a glaze firing",
            "heat the kiln for the finished pieces",
        ),
        (
            "The kiln is broken, call the repair service",
            "Fire the new assistant",
            "Do not fire the kiln before the inspection",
            "Which glaze is on the blue bowls?",
        ),
    ),
    TriggerCase(
        "Publish a blog post",
        "A draft of a post is finished and shall go online.",
        (
            "Put the finished article on the blog",
            "The post on lamps is ready, publish it",
            "bring the draft about the fair online",
            "get my new post live on our site",
        ),
        (
            "Draft a post about lamps",
            "Take the post about the fair offline",
            "Post the parcel to Lyon",
            "How many people read our blog?",
        ),
    ),
    TriggerCase(
        "Investigate an outage",
        "The site does not answer or users cannot log in.",
        (
            "The website is down, find the cause",
            "nobody can sign in since nine o'clock",
            "our page returns an error for everyone",
            "users report that the service is unreachable",
        ),
        (
            "Make a new login page",
            "The user does not answer my mail",
            "How many users logged in yesterday?",
            "The site for the new shop must be chosen: harbour or square",
        ),
    ),
    TriggerCase(
        "Close the books of a month",
        "A month is over and its accounts are closed.",
        (
            "Do the monthly closing for October",
            "finish the accounts of last month",
            "month end: close the ledger",
            "October is over, wrap up the bookkeeping",
        ),
        (
            "Close the shop for a month",
            "Which books did I read in October?",
            "Open an account for the new member",
            "Plan the next month",
        ),
    ),
    TriggerCase(
        "Upgrade a dependency",
        "A package we depend on has a new version or a known hole.",
        (
            "Bump numpy to the latest version",
            "update the web framework we use, there is a security advisory",
            "take in the new release of the parser library we depend on",
            "our dependencies are old, upgrade them",
        ),
        (
            "Publish a new version of our own library",
            "The package from the post office must be fetched",
            "Which packages do we depend on?",
            "Remove the package we no longer use",
        ),
    ),
    TriggerCase(
        "Newsletter verschicken",
        "Der monatliche Newsletter soll an alle Mitglieder gehen.",
        (
            "Schick den Newsletter für November raus",
            "den Rundbrief an die Mitglieder versenden",
            "Der Newsletter ist fertig, verteile ihn",
            "Versand des monatlichen Newsletters",
        ),
        (
            "Melde mich von diesem Newsletter ab",
            "Wie viele Mitglieder haben wir?",
            "Schick Mara eine Karte zum Geburtstag",
            "Den Newsletter vom Oktober im Archiv suchen",
        ),
    ),
)

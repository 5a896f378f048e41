// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {DeclineBase} from "./base/DeclineBase.sol";

/// @dev One person with several places in the record refuses all of them that can be refused.
contract RegistryDeclineAgentSeveralTest is DeclineBase {
    uint8 private constant AS_WALLET = 1;
    uint8 private constant AS_HAFTUNGSPERSON = 2;
    uint8 private constant AS_PARENT = 4;

    Actor private person;

    function setUp() public override {
        super.setUp();
        person = makeActor("person");
    }

    function test_WhenTheCallerIsWalletAndHaftungsperson() public onBothRoutes {
        uint256 id = enter(AS_WALLET | AS_HAFTUNGSPERSON);
        Standing memory expected = standingOf(id);
        (expected.released, expected.haftungspersonRefused, expected.status) = (true, true, TERMINATED);
        checkDeclined(id, person, expected, BY_WALLET);
    }

    function test_GivenAnAgreedWalletThatIsTheHaftungspersonToo() public onBothRoutes {
        uint256 id = enter(AS_WALLET | AS_HAFTUNGSPERSON);
        confirm(id, person);
        Standing memory expected = standingOf(id);
        (expected.haftungspersonAgreed, expected.haftungspersonRefused) = (false, true);
        expected.status = SUSPENDED;
        checkDeclined(id, person, expected, BY_HAFTUNGSPERSON);
    }

    function test_GivenASuspendedWalletThatIsTheHaftungspersonToo() public onBothRoutes {
        checkOnlyRefused(SUSPENDED);
    }

    function test_GivenARevokedWalletThatIsTheHaftungspersonToo() public onBothRoutes {
        checkOnlyRefused(REVOKED);
    }

    function test_GivenATerminatedWalletThatIsTheHaftungspersonToo() public onBothRoutes {
        uint256 id = enter(AS_WALLET | AS_HAFTUNGSPERSON);
        giveStatus(id, TERMINATED);
        Standing memory expected = standingOf(id);
        (expected.released, expected.haftungspersonRefused) = (true, true);
        checkDeclined(id, person, expected, "");
    }

    function test_GivenAReleasedWalletThatIsTheHaftungspersonToo() public onBothRoutes {
        uint256 id = enter(AS_WALLET | AS_HAFTUNGSPERSON);
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (id)));
        Standing memory expected = standingOf(id);
        expected.haftungspersonRefused = true;
        checkDeclined(id, person, expected, "");
        assertNoEffect(person, declineCall(id));
    }

    function test_WhenTheCallerIsWalletAndSpeaksForTheParent() public onBothRoutes {
        uint256 id = enter(AS_WALLET | AS_PARENT);
        Standing memory expected = standingOf(id);
        (expected.released, expected.parentRefused, expected.status) = (true, true, TERMINATED);
        checkDeclined(id, person, expected, BY_WALLET);
    }

    function test_WhenTheCallerIsHaftungspersonAndSpeaksForTheParent() public onBothRoutes {
        uint256 id = enter(AS_HAFTUNGSPERSON | AS_PARENT);
        Standing memory expected = standingOf(id);
        (expected.haftungspersonRefused, expected.parentRefused, expected.status) = (true, true, SUSPENDED);
        checkDeclined(id, person, expected, BY_HAFTUNGSPERSON);
    }

    function test_WhenTheCallerHoldsEveryPlace() public onBothRoutes {
        uint256 id = enter(AS_WALLET | AS_HAFTUNGSPERSON | AS_PARENT);
        Standing memory expected = standingOf(id);
        (expected.haftungspersonRefused, expected.parentRefused) = (true, true);
        (expected.released, expected.status) = (true, TERMINATED);
        checkDeclined(id, person, expected, BY_WALLET);
    }

    /// @dev The rules a second time, over every set of places, every set of earlier words and every state.
    function testFuzz_GivenAnyPlacesWordsAndState(uint8 places, uint8 words, uint8 status) public onBothRoutes {
        uint256 id = enter(places);
        if (words & 1 != 0) decline(id, childHaftungspersonOr(places));
        if (words & 2 != 0 && places & 7 != 0 && words & 1 == 0) confirm(id, person);
        bool ended = standingOf(id).status == TERMINATED;
        IRegistry.Status given = IRegistry.Status(status % 4);
        // A declining Haftungsperson has suspended it already, or ended it as its wallet.
        if (words & 1 == 0) giveStatus(id, given);
        else if (!ended && given == REVOKED) giveStatus(id, given);
        checkByTheRules(id, places);
    }

    function checkByTheRules(uint256 id, uint8 places) private {
        Standing memory expected = standingOf(id);
        IRegistry.Status from = expected.status;
        bool isOpen = from == ACTIVE || from == TERMINATED || (from == SUSPENDED && expected.suspendedByRefusal);
        bool isBound = places & AS_WALLET != 0 && !expected.released;
        bool releases = isBound && !expected.walletAgreed && isOpen;
        if (places & (AS_HAFTUNGSPERSON | AS_PARENT) == 0 && !releases) {
            if (places & AS_WALLET == 0 || expected.walletAgreed) {
                return assertRefused(person, declineCall(id), "Not authorized for this agent");
            }
            string memory reason = expected.released ? "Wallet already released" : "Agent not active";
            return assertRefused(person, declineCall(id), reason);
        }
        if (places & AS_HAFTUNGSPERSON != 0) {
            (expected.haftungspersonAgreed, expected.haftungspersonRefused) = (false, true);
            if (from == ACTIVE) expected.status = SUSPENDED;
        }
        if (places & AS_PARENT != 0) (expected.parentAgreed, expected.parentRefused) = (false, true);
        if (releases) (expected.released, expected.status) = (true, TERMINATED);
        checkDeclined(id, person, expected, releases ? BY_WALLET : BY_HAFTUNGSPERSON);
    }

    /// @dev In these two states, given by a regulator, a wallet is not released, and the Haftungsperson's refusal changes no status.
    function checkOnlyRefused(IRegistry.Status status) private {
        uint256 id = enter(AS_WALLET | AS_HAFTUNGSPERSON);
        giveStatus(id, status);
        Standing memory expected = standingOf(id);
        expected.haftungspersonRefused = true;
        checkDeclined(id, person, expected, "");
        assertNoEffect(person, declineCall(id));
    }

    /// @dev A stranger's entry in which `person` holds these places, and others the rest.
    function enter(uint8 places) private returns (uint256) {
        Registration memory r = childNaming(makeActor("somebody").addr, childHaftungsperson.addr);
        if (places & AS_WALLET != 0) r.agentWallet = person.addr;
        if (places & AS_HAFTUNGSPERSON != 0) r.haftungsperson = person.addr;
        if (places & AS_PARENT != 0) {
            Registration memory parent = registration();
            (parent.agentWallet, parent.haftungsperson) = (makeActor("parent").addr, person.addr);
            r.parentAgentId = register(stranger, parent);
        }
        // The creator must not speak for the parent, or the parent would have agreed already.
        return register(makeActor("entering"), r);
    }

    function childHaftungspersonOr(uint8 places) private view returns (Actor memory) {
        return places & AS_HAFTUNGSPERSON != 0 ? person : childHaftungsperson;
    }
}

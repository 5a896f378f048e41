// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryConfirmAgentTest is RegistryTest {
    /// A child of `agentId`, registered by a stranger: nobody has consented to it.
    uint256 private child;
    Actor private childWallet;
    Actor private childHaftungsperson;

    function setUp() public override {
        super.setUp();
        childWallet = makeActor("child wallet");
        childHaftungsperson = makeActor("child haftungsperson");
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson, r.parentAgentId) = (childWallet.addr, childHaftungsperson.addr, agentId);
        child = register(stranger, r);
    }

    // --------------------------------------------------------------- refusals

    function test_GivenNoAgentHasTheNumber() public onBothRoutes {
        assertRefused(wallet, confirmCall(0), "Agent not found");
        assertRefused(wallet, confirmCall(child + 1), "Agent not found");
        assertRefused(wallet, confirmCall(type(uint256).max), "Agent not found");
    }

    function test_WhenTheCallerIsNoPartyAtAll() public onBothRoutes {
        assertRefused(stranger, confirmCall(agentId), "Not authorized for this agent");
        assertRefused(owner, confirmCall(agentId), "Not authorized for this agent");
        assertRefused(regulator, confirmCall(agentId), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsTheCreatorAlone() public onBothRoutes {
        assertRefused(creator, confirmCall(agentId), "Not authorized for this agent");
        assertRefused(stranger, confirmCall(child), "Not authorized for this agent");
    }

    function test_WhenTheCallerIsAPartyOfAChildOnly() public onBothRoutes {
        assertRefused(childWallet, confirmCall(agentId), "Not authorized for this agent");
        assertRefused(childHaftungsperson, confirmCall(agentId), "Not authorized for this agent");
    }

    function test_WhenAStrangerAppendsTheWalletsAddressToTheCall() public {
        bytes memory call = bytes.concat(confirmCall(agentId), bytes20(wallet.addr));
        assertRefused(stranger, call, "Not authorized for this agent");
    }

    function testFuzz_WhenTheCallerIsAnybodyElse(uint256 seed) public onBothRoutes {
        Actor memory by = actorOf(seed);
        vm.assume(by.addr != wallet.addr && by.addr != creator.addr && by.addr != haftungsperson.addr);
        vm.assume(by.addr != childWallet.addr && by.addr != childHaftungsperson.addr);
        assertRefused(by, confirmCall(agentId), "Not authorized for this agent");
        assertRefused(by, confirmCall(child), "Not authorized for this agent");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 seed, uint256 id) public onBothRoutes {
        vm.assume(id != agentId && id != child);
        assertRefused(actorOf(seed), confirmCall(id), "Agent not found");
    }

    // ---------------------------------------------------------------- effects

    function test_WhenTheCallerIsTheWallet() public onBothRoutes {
        checkConfirmed(child, childWallet, true, false, false);
    }

    function test_WhenTheCallerIsTheHaftungsperson() public onBothRoutes {
        checkConfirmed(child, childHaftungsperson, false, true, false);
    }

    function test_WhenTheCallerIsTheParentsWallet() public onBothRoutes {
        checkConfirmed(child, wallet, false, false, true);
    }

    function test_WhenTheCallerIsTheParentsCreator() public onBothRoutes {
        checkConfirmed(child, creator, false, false, true);
    }

    function test_WhenTheCallerIsTheParentsHaftungsperson() public onBothRoutes {
        checkConfirmed(child, haftungsperson, false, false, true);
    }

    function test_WhenTheCallerHoldsSeveralPlaces() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (makeActor("second child").addr, agentId);
        uint256 second = register(stranger, r);
        checkConfirmed(second, haftungsperson, false, true, true);
    }

    function test_WhenTheHaftungspersonWasInherited() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson, r.parentAgentId) = (makeActor("second child").addr, address(0), agentId);
        uint256 second = register(stranger, r);
        checkConfirmed(second, haftungsperson, false, true, true);
    }

    function test_GivenARoot() public onBothRoutes {
        assertConsents(agentId, false, false, true);
        checkConfirmed(agentId, wallet, true, false, true);
        checkConfirmed(agentId, haftungsperson, true, true, true);
    }

    function test_WhenEveryPartyConfirmsInTurn() public onBothRoutes {
        checkConfirmed(child, wallet, false, false, true);
        checkConfirmed(child, childHaftungsperson, false, true, true);
        checkConfirmed(child, childWallet, true, true, true);
    }

    function test_WhenTheCallerConfirmsAgain() public onBothRoutes {
        checkConfirmed(child, childWallet, true, false, false);
        assertNoEffect(childWallet, confirmCall(child));
        checkConfirmed(child, wallet, true, false, true);
        assertNoEffect(creator, confirmCall(child));
    }

    function test_GivenTheConsentWasGivenAtRegistration() public onBothRoutes {
        Registration memory r = registration();
        r.agentWallet = stranger.addr;
        uint256 id = register(stranger, r);
        assertNoEffect(stranger, confirmCall(id));
    }

    function test_GivenTheAgentIsNotActive() public onBothRoutes {
        giveStatus(child, IRegistry.Status.Suspended);
        checkConfirmed(child, childWallet, true, false, false);
        send(regulator, abi.encodeCall(IRegistry.revokeAgent, (child, "")));
        checkConfirmed(child, childHaftungsperson, true, true, false);
    }

    function test_GivenTheParentIsNotActive() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        checkConfirmed(child, wallet, false, false, true);
    }

    function test_GivenEveryConsentAndWhateverHappensNext() public onBothRoutes {
        send(childWallet, confirmCall(child));
        send(childHaftungsperson, confirmCall(child));
        send(wallet, confirmCall(child));
        send(childWallet, abi.encodeCall(IRegistry.attestCompliance, (child)));
        send(childWallet, abi.encodeCall(IRegistry.reportRevenue, (child, 1, "EUR", "research", 0, 1)));
        giveStatus(child, IRegistry.Status.Suspended);
        giveStatus(child, IRegistry.Status.Revoked);
        assertConsents(child, true, true, true);
    }

    function testFuzz_WhenPartiesConfirmInAnyOrder(uint8[8] calldata callers) public onBothRoutes {
        bool[3] memory given;
        for (uint256 i = 0; i < callers.length; ++i) {
            uint256 place = callers[i] % 3;
            Actor memory by = [childWallet, childHaftungsperson, creator][place];
            if (given[place]) {
                assertNoEffect(by, confirmCall(child));
            } else {
                given[place] = true;
                checkConfirmed(child, by, given[0], given[1], given[2]);
            }
        }
    }

    function confirmCall(uint256 id) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.confirmAgent, (id));
    }

    /// @dev The flags are those after the call. Nothing else of the record moves, compliance neither.
    function checkConfirmed(uint256 id, Actor memory by, bool byWallet, bool byHaftungsperson, bool byParent)
        private
    {
        IRegistry.Agent memory expected = registry.getAgent(id);
        bool compliant = registry.isRegisteredAndCompliant(expected.agentWallet);
        vm.recordLogs();
        send(by, confirmCall(id));
        emit IRegistry.ConsentGiven(
            id, by.addr, byWallet, byHaftungsperson, byParent, uint64(block.timestamp)
        );
        assertEvents();
        assertConsents(id, byWallet, byHaftungsperson, byParent);
        assertAgent(registry.getAgent(id), expected);
        assertEq(registry.isRegisteredAndCompliant(expected.agentWallet), compliant, "compliance");
    }
}

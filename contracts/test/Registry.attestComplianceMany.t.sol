// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentGuard} from "./base/AgentGuard.sol";

contract RegistryAttestComplianceManyTest is AgentGuard {
    uint256 private constant FLEET = 5;

    /// `agentId` and its siblings, all under `haftungsperson`.
    uint256[] private fleet;

    function setUp() public override {
        super.setUp();
        fleet.push(agentId);
    }

    // -------------------------------------------------------------- for one

    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        uint256[] memory agentIds = new uint256[](1);
        agentIds[0] = id;
        return callWith(agentIds);
    }

    function checkEffect(Actor memory by) internal override {
        uint256[] memory agentIds = new uint256[](1);
        agentIds[0] = agentId;
        checkAttested(by, agentIds);
    }

    // -------------------------------------------------------------- for many

    function test_WhenNoAgentIsGiven() public onBothRoutes {
        assertRefused(haftungsperson, callWith(new uint256[](0)), "No agents given");
        assertRefused(stranger, callWith(new uint256[](0)), "No agents given");
    }

    function test_WhenTheHaftungspersonAttestsForItsFleet() public onBothRoutes {
        enterFleet();
        checkAttested(haftungsperson, fleet);
        for (uint256 i = 0; i < FLEET; ++i) {
            assertTrue(registry.isRegisteredAndCompliant(registry.getAgent(fleet[i]).agentWallet));
        }
    }

    function test_WhenTheCreatorAttestsForItsFleet() public onBothRoutes {
        enterFleet();
        checkAttested(creator, fleet);
    }

    function test_WhenTheCallerHoldsAnotherPlaceInEach() public onBothRoutes {
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson) = (makeActor("second").addr, wallet.addr);
        fleet.push(register(stranger, r));
        r.agentWallet = makeActor("third").addr;
        r.haftungsperson = stranger.addr;
        fleet.push(register(wallet, r));
        vm.warp(block.timestamp + 1 days);
        checkAttested(wallet, fleet);
    }

    function test_WhenAnAgentIsGivenTwice() public onBothRoutes {
        uint256[] memory agentIds = new uint256[](3);
        (agentIds[0], agentIds[1], agentIds[2]) = (agentId, registerChild(agentId, "child"), agentId);
        vm.warp(block.timestamp + 1 days);
        checkAttested(haftungsperson, agentIds);
    }

    function test_GivenAnAttestationHasExpired() public onBothRoutes {
        enterFleet();
        vm.warp(block.timestamp + 30 days);
        checkAttested(haftungsperson, fleet);
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr));
    }

    function test_WhenTheAttesterAttestsForItsFleet() public onBothRoutes {
        enterFleet();
        for (uint256 i = 0; i < FLEET; ++i) nameAttester(fleet[i]);
        checkAttested(stranger, fleet);
    }

    function test_WhenTheAttesterIsPartyOfAnotherOfMany() public onBothRoutes {
        Registration memory r = registration();
        r.agentWallet = stranger.addr;
        fleet.push(register(stranger, r));
        nameAttester(agentId);
        vm.warp(block.timestamp + 1 days);
        checkAttested(stranger, fleet);
    }

    function test_WhenOneOfManyHasAnotherAttester() public onBothRoutes {
        enterFleet();
        for (uint256 i = 0; i + 1 < FLEET; ++i) nameAttester(fleet[i]);
        assertUndone(stranger, callWith(fleet), "Not authorized for this agent");
    }

    function test_WhenOneOfTheAttestersManyIsNotActive() public onBothRoutes {
        enterFleet();
        for (uint256 i = 0; i < FLEET; ++i) nameAttester(fleet[i]);
        giveStatus(fleet[2], IRegistry.Status.Suspended);
        assertUndone(stranger, callWith(fleet), "Agent not active");
    }

    function test_WhenOneOfManyDoesNotExist() public onBothRoutes {
        enterFleet();
        fleet[2] = registry.nextAgentId();
        assertUndone(haftungsperson, callWith(fleet), "Agent not found");
    }

    function test_WhenOneOfManyIsAnothers() public onBothRoutes {
        enterFleet();
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson) = (makeActor("other's").addr, stranger.addr);
        fleet.push(register(stranger, r));
        assertUndone(haftungsperson, callWith(fleet), "Not authorized for this agent");
    }

    function test_WhenOneOfManyIsNotActive() public onBothRoutes {
        enterFleet();
        giveStatus(fleet[FLEET - 1], IRegistry.Status.Suspended);
        assertUndone(haftungsperson, callWith(fleet), "Agent not active");
    }

    function test_WhenOneOfManyWasReleased() public onBothRoutes {
        enterFleet();
        releaseByWallet(fleet[1]);
        assertUndone(haftungsperson, callWith(fleet), "Agent not active");
    }

    function test_WhenSeveralOfManyFail() public onBothRoutes {
        enterFleet();
        giveStatus(fleet[1], IRegistry.Status.Revoked);
        fleet[3] = registry.nextAgentId();
        assertUndone(haftungsperson, callWith(fleet), "Agent not active");
        (fleet[1], fleet[3]) = (fleet[3], fleet[1]);
        assertUndone(haftungsperson, callWith(fleet), "Agent not found");
    }

    function testFuzz_WhenAnyOfTheFleetAreGiven(uint8[6] calldata picks, uint8 bad, uint8 status)
        public
        onBothRoutes
    {
        enterFleet();
        uint256[] memory agentIds = new uint256[](picks.length);
        for (uint256 i = 0; i < picks.length; ++i) agentIds[i] = fleet[picks[i] % FLEET];
        uint256 ended = agentIds[bad % picks.length];
        giveStatus(ended, IRegistry.Status(status % 4));
        if (status % 4 == 0) checkAttested(haftungsperson, agentIds);
        else assertUndone(haftungsperson, callWith(agentIds), "Agent not active");
    }

    /// @dev A call for each alone has the same effect as one call for all.
    function test_WhenEachIsAttestedAlone() public onBothRoutes {
        enterFleet();
        uint256 start = vm.snapshotState();
        send(haftungsperson, callWith(fleet));
        bytes32 atOnce = fingerprint();
        vm.revertToState(start);
        for (uint256 i = 0; i < FLEET; ++i) {
            send(haftungsperson, abi.encodeCall(IRegistry.attestCompliance, (fleet[i])));
        }
        assertEq(fingerprint(), atOnce, "one by one");
    }

    function nameAttester(uint256 id) private {
        send(creator, abi.encodeCall(IRegistry.setAttester, (id, stranger.addr)));
    }

    function enterFleet() private {
        for (uint256 i = 1; i < FLEET; ++i) {
            Registration memory r = registration();
            r.agentWallet = actorOf(2_000 + i).addr;
            fleet.push(register(creator, r));
        }
        vm.warp(block.timestamp + 1 days);
    }

    function callWith(uint256[] memory agentIds) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.attestComplianceMany, (agentIds));
    }

    /// @dev One event for each number given, in the order given, with the time that stood before it.
    function checkAttested(Actor memory by, uint256[] memory agentIds) private {
        uint64 time = uint64(block.timestamp);
        uint64[] memory previous = new uint64[](agentIds.length);
        for (uint256 i = 0; i < agentIds.length; ++i) {
            previous[i] = registry.getAgent(agentIds[i]).lastAttestation;
            for (uint256 j = 0; j < i; ++j) if (agentIds[j] == agentIds[i]) previous[i] = time;
        }
        IRegistry.Agent memory expected = registry.getAgent(agentIds[0]);
        expected.lastAttestation = time;
        vm.recordLogs();
        send(by, callWith(agentIds));
        for (uint256 i = 0; i < agentIds.length; ++i) {
            emit IRegistry.ComplianceAttested(agentIds[i], by.addr, previous[i], time);
        }
        assertEvents();
        assertAgent(registry.getAgent(agentIds[0]), expected);
        for (uint256 i = 0; i < agentIds.length; ++i) {
            assertEq(registry.getAgent(agentIds[i]).lastAttestation, time, "lastAttestation");
        }
    }
}

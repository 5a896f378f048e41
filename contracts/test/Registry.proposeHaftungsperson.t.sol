// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentOrCreatorGuard} from "./base/AgentOrCreatorGuard.sol";

contract RegistryProposeHaftungspersonTest is AgentOrCreatorGuard {
    address private constant SUCCESSOR = address(0xbee);

    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return callWith(id, SUCCESSOR);
    }

    function checkEffect(Actor memory by) internal override {
        checkProposed(by, SUCCESSOR);
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
        checkProposed(haftungsperson, SUCCESSOR);
    }

    function test_GivenTheHaftungspersonRefused() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        checkProposed(haftungsperson, SUCCESSOR);
        assertRefusals(agentId, true, false);
    }

    function test_WhenThePresentOneIsProposed() public onBothRoutes {
        assertRefused(wallet, callWith(agentId, haftungsperson.addr), "Already the Haftungsperson");
        checkProposed(wallet, SUCCESSOR);
        assertRefused(wallet, callWith(agentId, haftungsperson.addr), "Already the Haftungsperson");
    }

    function test_WhenThePresentOneIsProposedAndTheStateForbidsIt() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(wallet, callWith(agentId, haftungsperson.addr), "Agent not active");
    }

    function test_WhenAnotherIsProposed() public onBothRoutes {
        checkProposed(wallet, SUCCESSOR);
        checkProposed(haftungsperson, stranger.addr);
    }

    function test_WhenTheSameOneIsProposedAgain() public onBothRoutes {
        checkProposed(wallet, SUCCESSOR);
        assertNoEffect(creator, callWith(agentId, SUCCESSOR));
    }

    function test_WhenTheProposalIsTakenBack() public onBothRoutes {
        checkProposed(wallet, SUCCESSOR);
        checkProposed(creator, address(0));
    }

    function test_WhenThereIsNoProposalToTakeBack() public onBothRoutes {
        assertNoEffect(wallet, callWith(agentId, address(0)));
    }

    function test_WhenAPartyProposesItself() public onBothRoutes {
        checkProposed(wallet, wallet.addr);
        checkProposed(creator, creator.addr);
    }

    function test_GivenTheSuccessorTookOver() public onBothRoutes {
        handOver(agentId, stranger.addr);
        assertRefused(stranger, callWith(agentId, stranger.addr), "Already the Haftungsperson");
        checkProposed(stranger, haftungsperson.addr);
    }

    function testFuzz_WhenAnySuccessionIsProposed(address[4] calldata proposals) public onBothRoutes {
        for (uint256 i = 0; i < proposals.length; ++i) {
            address proposal = proposals[i];
            if (proposal == haftungsperson.addr) {
                assertRefused(wallet, callWith(agentId, proposal), "Already the Haftungsperson");
            } else if (proposal == registry.pendingHaftungsperson(agentId)) {
                assertNoEffect(wallet, callWith(agentId, proposal));
            } else {
                checkProposed(wallet, proposal);
            }
        }
    }

    function callWith(uint256 id, address proposal) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.proposeHaftungsperson, (id, proposal));
    }

    /// @dev Of the record and the words of its parties nothing moves.
    function checkProposed(Actor memory by, address proposal) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        (bool byWallet, bool byHaftungsperson, bool byParent) = registry.consents(agentId);
        address oldProposal = registry.pendingHaftungsperson(agentId);
        vm.recordLogs();
        send(by, callWith(agentId, proposal));
        emit IRegistry.HaftungspersonProposed(
            agentId, by.addr, oldProposal, proposal, uint64(block.timestamp)
        );
        assertEvents();
        assertEq(registry.pendingHaftungsperson(agentId), proposal, "the proposal");
        assertAgent(registry.getAgent(agentId), expected);
        assertConsents(agentId, byWallet, byHaftungsperson, byParent);
    }
}
